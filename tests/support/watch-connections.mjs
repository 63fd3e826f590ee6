/**
 * Loaded with `node --import` into a process under test, and by NODE_OPTIONS into its children: writes every address that the process asks
 * a socket to reach, and every name that it looks up, to the file in RINGBACK_TEST_DIALLED, one a line, before anything is sent.
 */
import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import net from 'node:net'

const file = process.env.RINGBACK_TEST_DIALLED
const note = text => appendFileSync(file, `${text}\n`)

// The calls into the operating system, below every socket class: what is judged and refused before it is dialled is not noted.
const { TCP } = process.binding('tcp_wrap')
for (const name of ['connect', 'connect6']) {
  const dial = TCP.prototype[name]
  TCP.prototype[name] = function watched(request, address, ...rest) {
    note(`connect ${address}`)
    return dial.call(this, request, address, ...rest)
  }
}

for (const owner of [dns, dns.promises]) {
  for (const name of Object.keys(owner).filter(key => /^(?:lookup|resolve)/.test(key))) {
    const original = owner[name]
    if (typeof original !== 'function') continue
    owner[name] = (host, ...rest) => {
      // Node looks up addresses as well as names; an address asks nobody.
      if (!net.isIP(String(host))) note(`name ${host}`)
      return original.call(owner, host, ...rest)
    }
  }
}

const { send } = dgram.Socket.prototype
dgram.Socket.prototype.send = function watched(...args) {
  note(`datagram ${args.find(arg => typeof arg === 'string' && net.isIP(arg)) ?? 'connected'}`)
  return send.apply(this, args)
}
