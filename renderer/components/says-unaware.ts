import type { Sentence } from '../../server/contract/sentences.ts'

/** Whether the sentence of a finding names that request, with whose number its id begins, and says by itself that it may not have known. Pure. */
export const saysUnaware = ({ id, figures }: Sentence, request: string): boolean =>
  id.endsWith('unaware') && [figures.early, figures.second].includes(Number.parseInt(request.slice(0, 8), 16))
