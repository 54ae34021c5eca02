/** What was looked up before a decision has moved by the time it is made. */
export class Elsewhere extends Error {}

const attempts = 5;

/** Does the work again, from the look on, while it finds that things have moved. */
export async function lookAgain<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Elsewhere) || attempt === attempts) throw error;
    }
  }
}
