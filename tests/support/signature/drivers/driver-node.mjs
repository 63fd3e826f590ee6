import { readFileSync } from 'node:fs'
import { isGenuine } from './is-genuine.mjs'

for (const line of readFileSync(0, 'utf8').trim().split('\n')) {
  const [secret, header, body] = line.split(' ').map(field => Buffer.from(field.slice(1), 'base64'))
  console.log(String(isGenuine(secret.toString(), header.toString(), body)))
}
