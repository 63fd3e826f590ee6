import { expect, test } from 'vitest'
import { META, readMeta, writeMeta } from './meta.ts'
import { Store } from './store.ts'
import { goBack, RECORDING_LIMIT, UndoLog } from './undo-log.ts'

const T0 = Date.UTC(2026, 2, 10)

/** A store that is recorded from the start, and in which each exchange writes its number, padded to a length. */
function recorded({ bytes }: { bytes: number }) {
  const store = Store.open(':memory:')
  const log = new UndoLog(store, T0)
  const ask = (seq: number) =>
    store.transaction(() => {
      log.mark(seq, T0 + seq)
      writeMeta(store, META.former_keys, String(seq).padStart(bytes, '0'))
    })
  /** The number that an exchange found. */
  const foundBy = (seq: number) => {
    const place = log.placeOf(seq)
    if (place === undefined) return undefined
    const copy = Store.open(store.serialize())
    copy.transaction(() => goBack(copy, place.statements))
    const found = Number(readMeta(copy, META.former_keys))
    copy.close()
    return found
  }
  return { store, log, ask, foundBy }
}

test('the newest exchanges can be gone back to, and older ones are dropped in portions', () => {
  const { log, ask, foundBy } = recorded({ bytes: 1 })
  const asked = RECORDING_LIMIT.exchanges * 2
  for (let seq = 1; seq <= asked; seq++) ask(seq)
  const oldest = log.oldest?.seq as number
  expect(asked - oldest).toBeGreaterThanOrEqual(RECORDING_LIMIT.exchanges - 1)
  expect(asked - oldest).toBeLessThan(RECORDING_LIMIT.exchanges * 1.1)
  expect([oldest - 1, oldest, oldest + 1, asked].map(foundBy)).toEqual([undefined, oldest - 1, oldest, asked - 1])
  // Instants as far back as exchanges, and no further.
  expect(log.placeAt(T0 + oldest - 2, asked)).toBeUndefined()
  expect(log.placeAt(T0 + oldest, asked)?.seq).toBe(oldest)
})

test('changes take no more bytes than the limit, but for those of a portion', { tags: ['deep'] }, () => {
  const bytes = 1_000_000
  const { store, log, ask, foundBy } = recorded({ bytes })
  const asked = 200
  for (let seq = 1; seq <= asked; seq++) ask(seq)
  const kept = store.db.prepare('SELECT sum(octet_length(sql)) FROM undo').pluck().get() as number
  expect(kept).toBeLessThan(RECORDING_LIMIT.bytes + 65 * bytes)
  const oldest = log.oldest?.seq as number
  expect(oldest).toBeGreaterThan(asked / 4)
  expect([oldest - 1, oldest, asked].map(foundBy)).toEqual([undefined, oldest - 1, asked - 1])
})

test('what was rolled back is no place, and the places around it stay what they were', () => {
  const { store, log, ask, foundBy } = recorded({ bytes: 1 })
  ask(1)
  expect(() =>
    store.transaction(() => {
      log.mark(2, T0 + 2)
      writeMeta(store, META.former_keys, '2')
      throw new Error('lost')
    }),
  ).toThrow('lost')
  expect(log.placeOf(2)).toBeUndefined()
  ask(3)
  expect([foundBy(1), foundBy(3)]).toEqual([Number.NaN, 1])
  expect(log.placeAt(T0 + 2, 3)?.statements).toHaveLength(1)
  expect(log.placeAt(T0 + 3, 3)?.statements).toHaveLength(0)
})
