import { type RawBuilder, sql } from 'kysely'

/** What every id of a call, and of an event, begins with. */
export const CALL_ID_BEGINS = 'call_'
export const EVENT_ID_BEGINS = 'evt_'

/** Whether an id begins with a text, which may leave out what all of them begin with; letters within a random id are nobody's word. */
export function beginsId(column: string, typed: string, all = ''): RawBuilder<boolean> {
  const text = typed.trim().toLowerCase()
  // A part of what all begin with would find every row.
  if (text === '' || (all.startsWith(text) && text !== all)) return sql<boolean>`0`
  const begins = [...new Set([text, `${all}${text}`])]
  return sql<boolean>`(${sql.join(
    begins.map(begin => sql`instr(${sql.ref(column)}, ${begin}) = 1`),
    sql` OR `,
  )})`
}
