import { createProgressLine } from './progress-line.js';

test('says how much is done, how fast, and how long the rest takes', () => {
  let time = 5_000;
  const line = createProgressLine(() => time);
  const after = (milliseconds: number, progress: Parameters<typeof line>[0]): string => {
    time += milliseconds;
    return line(progress);
  };
  expect(after(0, { phase: 'reading rows', done: 0 })).toBe('reading rows: 0');
  expect(after(500, { phase: 'reading rows', done: 10_000, share: 0.25 })).toBe('reading rows: 10,000 (25 %)');
  // 40,000 rows in 2 s; a half of the source, so as long again.
  expect(after(1500, { phase: 'reading rows', done: 40_000, share: 0.5 })).toBe(
    'reading rows: 40,000 (50 %), 20,000/s, 0:02 left',
  );
  expect(after(2000, { phase: 'reading rows', done: 80_000, share: 1 })).toBe('reading rows: 80,000 (100 %), 20,000/s');
  expect(after(100, { phase: 'encoding names', done: 1000, total: 2_000_000 })).toBe(
    'encoding names: 1,000 of 2,000,000 (0 %)',
  );
  // 1,000 names in 2 s, 1,998,000 to come: 3,996 s.
  expect(after(2000, { phase: 'encoding names', done: 2000, total: 2_000_000 })).toBe(
    'encoding names: 2,000 of 2,000,000 (0 %), 500/s, 1:06:36 left',
  );
  // Nothing to count, but a share: 1 s for a tenth of the rest.
  expect(after(0, { phase: 'writing', done: 7, share: 0 })).toBe('writing: 7 (0 %)');
  expect(after(1000, { phase: 'writing', done: 7, share: 0.1 })).toBe('writing: 7 (10 %), 0:09 left');
  // The same phase again, for other texts.
  after(0, { phase: 'encoding names', done: 2000, total: 2_000_000 });
  expect(after(2000, { phase: 'encoding names', done: 1, total: 10 })).toBe('encoding names: 1 of 10 (10 %)');
  expect(after(2000, { phase: 'sorting', done: 0, total: 0 })).toBe('sorting: 0');
});
