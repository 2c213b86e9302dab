/** The outcome of one statement, as a driver gives it. */
export interface Neo4jResult {
  readonly records: readonly { toObject(): Record<string, unknown> }[];
  readonly summary: {
    readonly queryType?: string;
    readonly plan?: Neo4jPlan | false;
    readonly gqlStatusObjects?: readonly { readonly gqlStatus: string; readonly statusDescription: string }[];
  };
}

/** One operator of a query plan, as EXPLAIN gives it. */
export interface Neo4jPlan {
  readonly operatorType: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly children: readonly Neo4jPlan[];
}

/** A transaction of a {@link Neo4jSession}. */
export interface Neo4jTransaction {
  run(text: string, parameters?: Record<string, unknown>): PromiseLike<Neo4jResult>;
  commit(): Promise<void>;
}

/** A session of a {@link Neo4jDriver}. */
export interface Neo4jSession {
  beginTransaction(config?: { timeout?: number }): PromiseLike<Neo4jTransaction>;
  close(): Promise<void>;
}

/** What is used of a driver; that of `neo4j-driver` 6 fits. One driver a process is enough. */
export interface Neo4jDriver {
  session(config: { database?: string; defaultAccessMode?: 'READ' | 'WRITE' }): Neo4jSession;
  close(): Promise<void>;
}
