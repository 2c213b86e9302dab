import { PipelineError } from './pipeline-error.js';

/** Arguments or options of a command that do not go together; the command ends as commander's own refusals do. */
export class UsageError extends PipelineError {
  constructor(message: string) {
    super('invalid_input', message);
  }
}
