import type { World } from '../../server/world.ts'

/** Columns of real time, which no two runs share. */
const REAL_TIME: Readonly<Record<string, readonly string[]>> = {
  exchanges: ['duration_ms'],
  attempts: ['duration_ms'],
  // At which wall-clock time the emulated clock was last set.
  clock: ['wall'],
}

/** Every row of every table of a world, SQLite's own counter of ids among them, without columns of real time. */
export function dumpOf({ life }: World): Record<string, unknown[]> {
  const { db } = life.store
  const tables = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all() as string[]
  return Object.fromEntries(
    tables.map(table => {
      const rows = db.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[]
      const left = REAL_TIME[table] ?? []
      const texts = rows.map(row => {
        const shown = Object.entries(row).filter(([column]) => !left.includes(column))
        return JSON.stringify(
          shown.map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString('hex') : value]),
        )
      })
      return [table, texts.sort()]
    }),
  )
}
