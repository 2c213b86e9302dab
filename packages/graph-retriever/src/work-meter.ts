import { setImmediate } from 'node:timers/promises';

/** Thrown inside an execution when its time or its budget is used up. */
export class OutOfWork extends Error {
  override readonly name = 'OutOfWork';

  constructor(readonly reason: 'timeout' | 'budget') {
    super(reason);
  }
}

const LONGEST_TURN_MS = 12;

/** Counts the edges that an execution touches, and sees to its deadline, its budget, and its abort signal. */
export class WorkMeter {
  private readonly deadline: number;
  private turnEnd = performance.now() + LONGEST_TURN_MS;
  /** Work booked so far. */
  edges = 0;

  constructor(
    private readonly edgeBudget: number,
    timeoutMs: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.deadline = performance.now() + timeoutMs;
    signal?.throwIfAborted();
  }

  /** Books work that was done. True when the event loop should get a turn. */
  spend(edges: number): boolean {
    this.edges += edges;
    if (this.edges > this.edgeBudget) throw new OutOfWork('budget');
    const now = performance.now();
    if (now > this.deadline) throw new OutOfWork('timeout');
    return now > this.turnEnd;
  }

  /** Whether the event loop should get a turn; for work that neither the deadline nor the budget ends. */
  isTurnOver(): boolean {
    return performance.now() > this.turnEnd;
  }

  /** Gives the event loop a turn, so that timers and abort signals are seen. */
  async rest(): Promise<void> {
    await setImmediate();
    this.signal?.throwIfAborted();
    this.turnEnd = performance.now() + LONGEST_TURN_MS;
  }
}
