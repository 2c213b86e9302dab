import type { StageTimings } from './pipeline.js';

type Stage = Exclude<keyof StageTimings, 'total'>;

/** Times the stages of one question, one after another. */
export class StageClock {
  readonly #started = performance.now();
  #last = this.#started;
  readonly #stages: Record<Stage, number> = { plan: 0, link: 0, execute: 0, text: 0, fuse: 0, rerank: 0 };

  /** Ends a stage, which began where the one before it ended. */
  end(stage: Stage): void {
    const now = performance.now();
    this.#stages[stage] = now - this.#last;
    this.#last = now;
  }

  timings(): StageTimings {
    return { ...this.#stages, total: performance.now() - this.#started };
  }
}
