import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of one process, in the Prometheus format. */
export type ProcessMetrics = ReturnType<typeof createProcessMetrics>

/**
 * Returns the metrics of a process, with those of Node. Those have the label `process`, because the metrics of all
 * processes are served together.
 */
export function createProcessMetrics(process: string) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry, labels: { process } })
  return {
    registry,
    counter: <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: (name: string, help: string) => new Gauge({ name, help, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      buckets: number[],
      ...labelNames: Label[]
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
    /** Adds gauges whose values are computed when the metrics are read. */
    observe(gauges: Record<string, [help: string, read: () => number | Promise<number>]>) {
      for (const [name, [help, read]] of Object.entries(gauges)) {
        new Gauge({
          name,
          help,
          registers,
          async collect() {
            this.set(await read())
          },
        })
      }
    },
    /** Adds a counter whose values are counted elsewhere. */
    observeCounts: (name: string, help: string, label: string, read: () => object) =>
      new Counter({
        name,
        help,
        labelNames: [label],
        registers,
        collect() {
          this.reset()
          for (const [key, count] of Object.entries(read())) this.inc({ [label]: key }, count)
        },
      }),
  }
}
