import { expect, test } from 'vitest'
import { EXTERNAL_HOSTS, isExternalLinkAllowed } from './external-links.ts'

test.each(EXTERNAL_HOSTS)('a link to https://%s may be opened in the browser of the system', host => {
  expect(isExternalLinkAllowed(`https://${host}/path?q=1#part`)).toBe(true)
})

test.each([
  'http://nodejs.org/',
  'https://nodejs.org.evil.example/',
  'https://evil.example/nodejs.org',
  'https://nodejs.org@evil.example/',
  'https://user:password@nodejs.org/',
  'https://nodejs.org:8443/',
  'https://nоdejs.org/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'smb://nodejs.org/share',
  'ms-msdt:/id',
  'ringback://open/requests',
  '//nodejs.org/',
  'nodejs.org',
  '',
  `https://nodejs.org/${'a'.repeat(2_048)}`,
])('%s is not handed to the system', url => {
  expect(isExternalLinkAllowed(url)).toBe(false)
})
