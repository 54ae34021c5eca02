import { expect, test } from "vitest";
import { feed, feedMessage, json, stubService } from "../../../test/stub-service.ts";
import { run } from "../../../test/terminal.ts";

const service = stubService();
const at = (number: number) => `2026-11-15T10:00:00.${String(number).padStart(3, "0")}Z`;
const event = (number: number) => ({
  event_time: at(number),
  severity: "info",
  message: `event ${number}.`,
  name: "e",
});
/** As the service lists them: the newest first. */
const upTo = (last: number) => json(Array.from({ length: last }, (_, index) => event(last - index)));
const told = (position: number, number: number) => feedMessage(position, "event", { event: event(number) });

/** Watches until the last of the events is shown. */
async function watch(last: number) {
  const ctrlC = new AbortController();
  let out = "";
  const { code, err } = await run(
    `event watch --interval 100ms --server ${service.url}`,
    {},
    {
      interruption: () => ctrlC.signal,
      out: (text) => {
        out += text;
        if (text.includes(`event ${last}.`)) ctrlC.abort();
      },
    },
  );
  const numbers = [...out.matchAll(/event (\d+)\./g)].map(([, number]) => Number(number));
  return { code, err, numbers };
}

test("shows what happens between the list and the feed, and each event once", async () => {
  service.answers({
    events: [upTo(12), upTo(13)],
    "muster feed": [feed("id: 7", told(8, 13), told(9, 14))],
  });
  expect(await watch(14)).toEqual({ code: 0, err: "", numbers: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14] });
});

test("after a gap lists again, and says that the service was away", async () => {
  const gone = json({ code: "503", reason: "restarting" }, 503);
  service.answers({
    events: [upTo(1), upTo(1), gone, upTo(3)],
    "muster feed": [gone, feed("id: 7", feedMessage(9, "reset", { reason: "too old" }), told(10, 4))],
  });
  const { code, err, numbers } = await watch(4);
  expect([code, numbers]).toEqual([0, [1, 2, 3, 4]]);
  expect(err).toMatch(/^The service does not answer \(.+\); trying again\.\n/);
});

test("a service without a feed is asked again and again, and may be away for a while", async () => {
  service.answers({ events: [upTo(15), json({ code: "503", reason: "restarting" }, 503), upTo(16)] });
  const { numbers, err } = await watch(16);
  expect(numbers).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
  expect(err).toContain("trying again");
});
