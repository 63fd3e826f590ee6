import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ASSUMPTION_IDS } from '../../server/contract/assumptions.ts'
import { type EmulatorHandle, startEmulator } from '../../server/index.ts'
import { HARM_CLASSES } from '../../server/measure/exchange.ts'
import { isNever } from '../../server/measure/probe.ts'
import { PROBES } from '../../server/measure/probes/all.ts'
import { measureWorld } from './target.ts'
import { CONNECTED, TARGETS, valuesOf } from './values.ts'

/**
 * Each value of each entry by itself. Otherwise the recovery of a random assignment tries one value of every entry that has several, and what
 * is left are those with one value: together, or by themselves where they need a world of their own.
 */
const ALL = process.env.RINGBACK_MEASURE_VALUES === 'all'

let emulator: EmulatorHandle
beforeAll(async () => {
  emulator = await startEmulator({ fixture: 'empty', clock: '2026-03-10T03:00:00.000Z', dashboard: false })
})
afterAll(() => emulator.close())

const MEASURED = ASSUMPTION_IDS.filter(id => !isNever(PROBES[id]))
const FIXED = MEASURED.filter(id => valuesOf(id).length === 1 && TARGETS[id] === undefined)
const SELDOM = MEASURED.filter(id => valuesOf(id).length === 1 && TARGETS[id] !== undefined)

describe('a run against Ringback', () => {
  test('has a row for each entry of the register, and a reason for each that can never be measured', () => {
    expect(Object.keys(PROBES).sort()).toEqual([...ASSUMPTION_IDS].sort())
    for (const id of ASSUMPTION_IDS) {
      const row = PROBES[id]
      if (isNever(row)) expect(row.never.length).toBeGreaterThan(20)
    }
  })

  test.each(ALL ? MEASURED : SELDOM)('reports of %s exactly the value that the world has', async id => {
    for (const value of ALL ? valuesOf(id) : valuesOf(id).slice(-1)) {
      // What is answered to an unknown key is answered by the world that knows no key.
      const isProcess = id.startsWith('auth.')
      if (isProcess) await emulator.world.assumptions.set(id, value)
      const { file } = await measureWorld(emulator, {
        ...TARGETS[id],
        assumptions: isProcess ? {} : { [id]: value },
        classes: HARM_CLASSES,
        only: [id],
      })
      if (isProcess) await emulator.world.assumptions.reset(id)
      const { state, value: found } = file.entries[id] ?? {}
      const seen: unknown = { state, found, stopped: file.stopped }
      expect(seen, JSON.stringify(file.entries[id])).toEqual({ state: 'measured', found: value, stopped: null })
    }
  })

  test('reports in one run what has one value only', async () => {
    const { file } = await measureWorld(emulator, {
      assumptions: {},
      base: CONNECTED,
      classes: HARM_CLASSES,
      only: FIXED,
    })
    expect(FIXED.length).toBeGreaterThan(15)
    for (const id of FIXED)
      expect([id, file.entries[id]?.state, file.entries[id]?.value], JSON.stringify(file.entries[id])).toEqual([
        id,
        'measured',
        valuesOf(id)[0],
      ])
  })
})
