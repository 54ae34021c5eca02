/** What came of a run. */
export type Tally = Readonly<{ passed: number; failed: number; skipped: number }>;

type Test = Readonly<{ result(): Readonly<{ state: string }> }>;
type TestFile = Readonly<{ ok(): boolean; children: { allTests(): Iterable<Test> } }>;

/** A file that breaks before or around its tests is a failure too, and so is an error that no test caught. */
export function tallyOf(files: readonly TestFile[], strayErrors: readonly unknown[]): Tally {
  const tallies = files.map((file) => {
    const states = Array.from(file.children.allTests(), (test) => test.result().state);
    const count = (state: string) => states.filter((candidate) => candidate === state).length;
    const failed = count("failed");
    const skipped = count("skipped") + count("pending");
    return { passed: count("passed"), failed: failed === 0 && !file.ok() ? 1 : failed, skipped };
  });
  const none = files.length === 0 ? 1 : 0;
  return addUp([...tallies, { passed: 0, failed: strayErrors.length + none, skipped: 0 }]);
}

export function addUp(tallies: readonly Tally[]): Tally {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
