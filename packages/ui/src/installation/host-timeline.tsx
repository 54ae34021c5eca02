import { roleText } from "../hosts/host-table.tsx";
import type { HostRow } from "../live/host-row.ts";
import { duration } from "../parts/amounts.ts";
import { Pager, usePage } from "../parts/pager.tsx";
import { HostStatusLabel } from "../parts/status-label.tsx";
import { useNow } from "../parts/use-now.ts";
import { texts } from "../texts/index.ts";
import { byNeed, stagePoints } from "./stages.ts";

/** Every host on its way: a mark for each stage, with the one it is at in words. */
export function HostTimeline({ rows }: Readonly<{ rows: readonly HostRow[] }>) {
  const page = usePage(byNeed(rows));
  return (
    <>
      <ul className="mu-timeline">
        {page.items.map((row) => (
          <TimelineRow key={row.id} row={row} />
        ))}
      </ul>
      <Pager {...page} />
    </>
  );
}

function TimelineRow({ row }: Readonly<{ row: HostRow }>) {
  const now = useNow(1_000);
  const t = texts.installation;
  const words = { done: t.stageDone, now: t.stageNow, later: t.stageLater, failed: texts.checkStatuses.failure };
  return (
    <li data-host={row.name}>
      <div>
        <strong>{row.name}</strong>
        <div className="mu-muted">{roleText(row)}</div>
      </div>
      <div>
        <ol className="mu-stages" aria-label={texts.hosts.columns.progress}>
          {stagePoints(row).map(({ stage, state }) => (
            <li key={stage} className={`mu-stage-${state}`} title={`${stage}: ${words[state]}`}>
              <span className="mu-visually-hidden">
                {stage}: {words[state]}
              </span>
            </li>
          ))}
        </ol>
        <div>
          {row.stage ?? row.statusInfo}
          {row.stageInfo !== "" && <span className="mu-muted"> {row.stageInfo}</span>}
          {row.stage !== null && row.stage !== "Done" && row.stageSince > 0 && (
            <span className="mu-muted"> {texts.hosts.since(duration(now - row.stageSince))}</span>
          )}
          {row.stageTimedOut && <span className="mu-host-failed">{t.timedOut}</span>}
        </div>
      </div>
      <div className="mu-number">{row.percent} %</div>
      <HostStatusLabel status={row.status} />
    </li>
  );
}
