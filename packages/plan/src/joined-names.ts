/** Sets of names that are joined pair by pair (union-find). Hops that join variables form a cycle when `join` says so. */
export class JoinedNames {
  private readonly parents = new Map<string, string>();

  private root(name: string): string {
    let current = name;
    while (this.parents.has(current)) current = this.parents.get(current)!;
    return current;
  }

  /** Puts two names, and all that were joined with either, into one set. False if they were in one set already. */
  join(one: string, other: string): boolean {
    const [rootOfOne, rootOfOther] = [this.root(one), this.root(other)];
    if (rootOfOne === rootOfOther) return false;
    this.parents.set(rootOfOne, rootOfOther);
    return true;
  }
}
