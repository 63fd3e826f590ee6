/** A sentence of a closed set with what is put into it, so that it can be said in another language than English. */
export interface Sentence {
  /** Its row in the table of the set. */
  readonly id: string
  readonly figures: Readonly<Record<string, string | number>>
}

/** Puts the figures in the place of `{{name}}`. */
export function filled(template: string, figures: Sentence['figures']): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(figures[name] ?? ''))
}
