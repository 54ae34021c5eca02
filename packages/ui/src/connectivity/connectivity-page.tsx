import { EmptyState } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { connectivityQuery } from "../api/queries.ts";
import { useTitle } from "../app/use-title.ts";
import { useCluster } from "../clusters/cluster-context.ts";
import { Loaded } from "../parts/loaded.tsx";
import { texts } from "../texts/index.ts";
import { type Cell, connectivityMatrix, type Matrix } from "./matrix.ts";

export function ConnectivityPage() {
  const cluster = useCluster();
  const t = texts.connectivity;
  useTitle(`${t.title} · ${cluster.name}`);
  const query = useQuery(connectivityQuery(cluster.id));
  return (
    <Loaded query={query} what={t.what}>
      {(hosts) =>
        hosts.length < 2 ? (
          <EmptyState titleText={t.few} headingLevel="h2" />
        ) : (
          <>
            <p className="mu-gap">{t.intro}</p>
            <Legend />
            <MatrixPicture matrix={connectivityMatrix(hosts)} all={hosts.length} />
          </>
        )
      }
    </Loaded>
  );
}

function Legend() {
  const t = texts.connectivity;
  return (
    <ul className="mu-legend">
      {(["all", "some", "none", "unknown"] as const).map((level) => (
        <li key={level}>
          <span className={`mu-cell mu-cell-${level}`} aria-hidden="true">
            {t.symbols[level]}
          </span>
          {t.levels[level]}
        </li>
      ))}
    </ul>
  );
}

/** A picture that is a table: colours and signs for the eye, words for screen readers. */
function MatrixPicture({ matrix, all }: Readonly<{ matrix: Matrix; all: number }>) {
  const t = texts.connectivity;
  const { ids, names, cells, hidden } = matrix;
  return (
    <>
      {hidden > 0 && <p className="mu-muted">{t.limited(names.length, all)}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls */}
      <section className="mu-scroll-x" tabIndex={0} aria-label={t.title}>
        <table className="mu-matrix">
          <thead>
            <tr>
              <th scope="col">{t.from}</th>
              {ids.map((id, column) => (
                <th key={id} scope="col">
                  <span title={names[column]}>{names[column]}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((from, row) => (
              <tr key={ids[row]}>
                <th scope="row" title={from}>
                  {from}
                </th>
                {names.map((to, column) => (
                  <MatrixCell key={ids[column]} from={from} to={to} cell={cells[row]?.[column]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function MatrixCell({ from, to, cell }: Readonly<{ from: string; to: string; cell: Cell | undefined }>) {
  const t = texts.connectivity;
  if (!cell) return <td />;
  const { level, reached, tried, rttMs } = cell;
  const detail = tried === 0 ? "" : t.detail(reached, tried, rttMs === null ? "" : t.rtt(rttMs));
  const words = t.cell(from, to, t.levels[level], detail);
  return (
    <td className={`mu-cell mu-cell-${level}`} title={words}>
      <span aria-hidden="true">{t.symbols[level]}</span>
      <span className="mu-visually-hidden">{words}</span>
    </td>
  );
}
