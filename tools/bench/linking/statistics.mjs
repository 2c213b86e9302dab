/** The value below which this share of the values lies. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

export const round = (value) => Number(value.toPrecision(3));

export const residentMegabytes = () => process.memoryUsage.rss() / 2 ** 20;

/** Time on the processor since `start` (`process.cpuUsage()`), all threads: what a busy machine does not lengthen as much. */
export function processorMilliseconds(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
