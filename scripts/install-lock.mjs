// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Between two looks at whether the other has finished, in milliseconds. */
const BETWEEN_LOOKS = 300

/**
 * Runs `work` while no other process of this folder does: "npm start" and "npm test" may well be typed in two terminals right after a
 * clone, and "npm ci" begins by removing what is there.
 *
 * @template Result
 * @param {{ root: string, waiting: () => void }} options
 * @param {() => Result} work
 */
export async function alone({ root, waiting }, work) {
  const file = path.join(root, 'dist/.installing')
  mkdirSync(path.dirname(file), { recursive: true })
  for (let told = false; !take(file); told = true) {
    if (!told) waiting()
    await pause(BETWEEN_LOOKS)
  }
  try {
    return work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    // Left behind by one that was killed; the next round takes it.
    if (!isRunning(holderOf(file))) rmSync(file, { force: true })
    return false
  }
}

/**
 * Who holds the file; 0 when it is gone, or when nothing is in it yet.
 * @param {string} file
 */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return 0
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
