import type { BuildProgress } from '../build-knowledge-base.js';
import { count } from './figures.js';

/** Rates of the first moments say nothing. */
const FIRST_RATE_MS = 1_000;

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/**
 * Makes lines of how far a build is: what is done and how much of it, and after a second of each phase how fast and how
 * long it will take, where the whole is known.
 *
 * @param now - The time in milliseconds.
 */
export function createProgressLine(now: () => number = () => performance.now()): (progress: BuildProgress) => string {
  let phase = '';
  let start = 0;
  let first = 0;
  let firstShare = 0;
  return ({ phase: current, done, total, share = total === undefined || total === 0 ? undefined : done / total }) => {
    if (current !== phase || done < first) {
      [phase, start, first, firstShare] = [current, now(), done, share ?? 0];
    }
    const parts = [`${phase}: ${count(done)}`];
    if (total !== undefined && total > 0) parts[0] += ` of ${count(total)}`;
    if (share !== undefined) parts[0] += ` (${Math.floor(100 * share)} %)`;
    const elapsed = now() - start;
    if (elapsed >= FIRST_RATE_MS) {
      if (done > first) parts.push(`${count((1000 * (done - first)) / elapsed)}/s`);
      if (share !== undefined && share > firstShare && share < 1) {
        parts.push(`${duration(((elapsed / 1000) * (1 - share)) / (share - firstShare))} left`);
      }
    }
    return parts.join(', ');
  };
}
