/** The members of lists that come one after another. */
export async function* oneByOne<Member>(batches: AsyncIterable<readonly Member[]>): AsyncGenerator<Member> {
  for await (const batch of batches) yield* batch;
}
