import { expect, test } from 'vitest'
import { NAME_PATTERN, nameOfFile, nextName } from './names.ts'

test('The offered name is the first number that is free', () => {
  expect(nextName([])).toBe('snapshot-1')
  expect(nextName(['snapshot-1', 'other', 'snapshot-2'])).toBe('snapshot-3')
})

test('A downloaded file comes back under the name that it had', () => {
  expect(nameOfFile('default-before-quota.db', 'default')).toBe('before-quota')
})

test.each(['ü ä.db', '../../etc', '', '-x', 'a'.repeat(99)])(
  'The name made of %j is one that the server takes',
  file => {
    expect(nameOfFile(file, 'default')).toMatch(new RegExp(`^${NAME_PATTERN}$`))
  },
)
