// The table of metrics as something to count with.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type LabelsOf, type MetricRow, metricTable, type NameOf } from "./table.ts";

export type Source = (gauge: Pick<Gauge<string>, "set" | "reset">) => void | Promise<void>;

export class Instruments {
  readonly registry = new Registry();
  readonly #counters = new Map<string, Counter<string>>();
  readonly #histograms = new Map<string, Histogram<string>>();
  readonly #sources = new Map<string, Source>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
    for (const [name, row] of Object.entries<MetricRow>(metricTable)) this.#add(name, row);
  }

  #add(name: string, { type, help, labels, buckets }: MetricRow): void {
    const options = { name, help, labelNames: [...labels], registers: [this.registry] };
    if (type === "counter") this.#counters.set(name, new Counter(options));
    else if (type === "histogram") {
      this.#histograms.set(name, new Histogram({ ...options, buckets: [...(buckets ?? [])] }));
    } else {
      const sources = this.#sources;
      new Gauge({
        ...options,
        collect() {
          return sources.get(name)?.(this);
        },
      });
    }
  }

  count<Name extends NameOf<"counter">>(name: Name, labels: LabelsOf<Name>, by = 1): void {
    this.#counters.get(name)?.inc(labels, by);
  }

  observe<Name extends NameOf<"histogram">>(name: Name, labels: LabelsOf<Name>, value: number): void {
    this.#histograms.get(name)?.observe(labels, value);
  }

  /** Shows a series that nothing has been observed of yet. */
  zero<Name extends NameOf<"histogram">>(name: Name, labels: LabelsOf<Name>): void {
    this.#histograms.get(name)?.zero(labels);
  }

  /** Where a gauge gets its value when somebody asks for it. */
  measure(name: NameOf<"gauge">, source: Source): void {
    this.#sources.set(name, source);
  }
}
