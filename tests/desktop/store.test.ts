/** The app and its store, with the real emulator in the utility process. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startEmulator } from '../../server/index.ts'
import { DESKTOP_EMULATOR as emulatorProcess } from '../support/cli.ts'
import { startAppForTest } from './support/started-app.ts'

function freshFolder(): { appData: string; data: string } {
  const appData = mkdtempSync(path.join(os.tmpdir(), 'ringback-store-'))
  return { appData, data: path.join(appData, 'Ringback/data') }
}

test('a store that another process uses is left alone: the app says whose it is, and can start without saving', async () => {
  const { appData, data } = freshFolder()
  mkdirSync(data, { recursive: true })
  await using holder = await startEmulator({ store: data })
  await using app = await startAppForTest({ appData, emulatorProcess, answers: ['Start without saving'] })
  const { url } = await app.reached('running')
  expect(app.standIn.dialog.questions).toMatchObject([
    { message: 'The emulator could not start', detail: expect.stringContaining(holder.url) },
  ])
  expect(url).not.toBe(holder.url)
  expect((await fetch(`${url}/control/health`)).status).toBe(200)
  expect((await holder.health()).status).toBe('ok')
})

test('a store that is damaged is moved aside, byte for byte, and only when the user says so', async () => {
  const { appData, data } = freshFolder()
  mkdirSync(path.join(data, 'worlds'), { recursive: true })
  const damaged = Buffer.from('this is no database '.repeat(500))
  writeFileSync(path.join(data, 'worlds/default.db'), damaged)
  await using app = await startAppForTest({
    appData,
    emulatorProcess,
    answers: ['Move the data aside and start fresh'],
  })
  await app.reached('running')
  expect(app.standIn.dialog.questions).toHaveLength(1)
  const aside = path.join(app.userData, 'data-2026-03-10T145950Z/worlds/default.db')
  expect(readFileSync(aside).equals(damaged)).toBe(true)
  expect(existsSync(path.join(data, 'worlds/default.db'))).toBe(true)
})

test('a user who wants neither quits, and the damaged store is as it was', async () => {
  const { appData, data } = freshFolder()
  mkdirSync(path.join(data, 'worlds'), { recursive: true })
  const damaged = Buffer.from('this is no database '.repeat(500))
  writeFileSync(path.join(data, 'worlds/default.db'), damaged)
  const app = await startAppForTest({ appData, emulatorProcess, answers: ['Quit'] })
  expect(await app.standIn.app.exited).toBe(0)
  expect(readFileSync(path.join(data, 'worlds/default.db')).equals(damaged)).toBe(true)
  expect(readdirSync(app.userData)).not.toContainEqual(expect.stringMatching(/^data-/))
})

test('a snapshot from the menu is kept under the time of its making, and shown', async () => {
  await using app = await startAppForTest({ emulatorProcess })
  const { url } = await app.reached('running')
  app.standIn.menu.click('save_snapshot')
  await app.standIn.invoke('desktop:run', app.trusted(), 'go_snapshots')
  const { data } = (await (await fetch(`${url}/control/worlds/default/snapshots`)).json()) as {
    data: { name: string }[]
  }
  expect(data.map(({ name }) => name)).toEqual(['2026-03-10T145950Z'])
})
