/** One of a fixed set of sentences with the figures in it, so that it can be said in other languages than English. */
export interface Sentence {
  /** Its key in the table of the set. */
  readonly id: string
  readonly figures: Readonly<Record<string, string | number>>
}

export function filled(template: string, figures: Sentence['figures']): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(figures[name] ?? ''))
}
