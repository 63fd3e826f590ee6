import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MODELS_FILE, readModels } from '../../scripts/python-models.ts'

test('the dataclasses of the Python plugin are those of the control API of today', async () => {
  expect(readFileSync(MODELS_FILE, 'utf8')).toBe(await readModels())
})
