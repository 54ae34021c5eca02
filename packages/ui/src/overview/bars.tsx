// Small charts, drawn by the browser from plain boxes; the numbers stand beside them for everyone.
export type Bar = Readonly<{ label: string; value: number; tone?: "success" | "danger" | "warning" | "info" }>;

export function Bars({ bars, label }: Readonly<{ bars: readonly Bar[]; label: string }>) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <table className="mu-bars" aria-label={label}>
      <tbody>
        {bars.map(({ label: name, value, tone }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td aria-hidden="true">
              {value > 0 && (
                <span
                  className={`mu-bar mu-bar-${tone ?? "plain"}`}
                  style={{ inlineSize: `${(value / most) * 100}%` }}
                />
              )}
            </td>
            <td className="mu-number">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A ring that is filled by a share between 0 and 1. */
export function Ring({ share, label }: Readonly<{ share: number; label: string }>) {
  const around = 2 * Math.PI * 40;
  return (
    <svg viewBox="0 0 100 100" className="mu-ring" role="img" aria-label={`${label}: ${Math.round(share * 100)} %`}>
      <circle cx="50" cy="50" r="40" className="mu-ring-rest" />
      <circle
        cx="50"
        cy="50"
        r="40"
        className="mu-ring-share"
        strokeDasharray={`${share * around} ${around}`}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="56" textAnchor="middle">
        {Math.round(share * 100)} %
      </text>
    </svg>
  );
}
