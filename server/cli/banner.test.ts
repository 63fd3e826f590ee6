import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startEmulator } from '../index.ts'
import { banner } from './banner.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'ringback-dashboard-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function dashboardRow() {
  await using emulator = await startEmulator({ port: 0, fixture: 'empty', dashboardFolder: folder })
  const served = await fetch(emulator.dashboardUrl, { headers: { Accept: 'text/html' } })
  const [, row] = /^ {2}Dashboard +(.*)$/m.exec(banner(emulator, { store: 'memory', dashboard: true })) ?? []
  return [served.status, row?.replace(emulator.dashboardUrl, 'ADDRESS')]
}

test('the banner promises a dashboard only where its build is, and else says how to make one', async () => {
  expect(await dashboardRow()).toEqual([
    503,
    'not built yet; "npm run build:dashboard" in another terminal builds it for ADDRESS',
  ])
  writeFileSync(path.join(folder, 'index.html'), '<!doctype html>')
  expect(await dashboardRow()).toEqual([200, 'ADDRESS'])
})
