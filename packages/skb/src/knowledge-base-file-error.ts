/** Why a knowledge base's file cannot be used. The list is closed. */
export type KnowledgeBaseFileErrorCode =
  /** No file of this name. */
  | 'not_found'
  /** The file exists, but the system does not let this process read it. */
  | 'not_readable'
  /** A folder, or a file that is something else. */
  | 'not_a_knowledge_base'
  /** Written in another version of the format. */
  | 'unsupported_version'
  /** Cut off, or changed since it was written. */
  | 'damaged'
  /** An import or an update cannot write here. */
  | 'not_writable'
  /** Another program is updating, compacting or replacing the file. */
  | 'locked'
  /** The knowledge base was closed. */
  | 'closed';

const ADVICE: Readonly<Record<KnowledgeBaseFileErrorCode, string>> = {
  not_found: 'check the path, or import a source to create the file',
  not_readable: 'check the permissions of the file and of its folder',
  not_a_knowledge_base: 'give the path of a file that grasp build or importKnowledgeBase wrote',
  unsupported_version: 'import the source again with this version of the library, or install the one that wrote it',
  damaged: 'copy the file again from where it came, or import the source again',
  not_writable: 'choose a file in an existing folder that this process may write to and that has room for it',
  locked: 'try again when the other program has finished',
  closed: 'open it again, and close it only after its last use',
};

/** The file of a knowledge base cannot be opened, read or written. */
export class KnowledgeBaseFileError extends Error {
  override readonly name = 'KnowledgeBaseFileError';
  readonly code: KnowledgeBaseFileErrorCode;
  readonly file: string;

  /** @param found - What was found, as the end of "expected a knowledge base, got …". */
  constructor(code: KnowledgeBaseFileErrorCode, file: string, found: string, options?: ErrorOptions) {
    super(`@grasp/skb: expected a knowledge base at "${file}", got ${found}; ${ADVICE[code]}`, options);
    this.code = code;
    this.file = file;
  }
}
