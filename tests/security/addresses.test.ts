import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { ringback } from '../support/cli.ts'
import { listeningAddresses } from '../support/sockets.ts'

const onLinux = process.platform === 'linux'
const hasIpv6Loopback = Object.values(networkInterfaces()).some(list => list?.some(({ address }) => address === '::1'))

// The tables are those of the Linux kernel; elsewhere the tests of the listener ask the server itself.
describe.runIf(onLinux)('The addresses that the kernel has for a running emulator', () => {
  it('are 127.0.0.1 and ::1 with one port, and no other (threat A8)', async () => {
    await using cli = ringback(['start', '--json', '--port', '0', '--fixture', 'empty'])
    const { port } = new URL((await cli.ready()).url)
    expect(listeningAddresses(cli.pid)).toEqual([`127.0.0.1:${port}`, ...(hasIpv6Loopback ? [`[::1]:${port}`] : [])])
  })

  it('stay those whatever the environment says about hosts (threat A8)', async () => {
    const env = { HOST: '0.0.0.0', HOSTNAME: '0.0.0.0', RINGBACK_HOST: '0.0.0.0', npm_config_host: '0.0.0.0' }
    await using cli = ringback(['start', '--json', '--port', '0', '--fixture', 'empty'], { env })
    await cli.ready()
    for (const address of listeningAddresses(cli.pid)) expect(address).toMatch(/^(?:127\.0\.0\.1|\[::1\]):\d+$/)
  })

  it('are more once every interface is asked for with a token, so the test above would see it (without A8)', async () => {
    const token = '0123456789abcdefghijklmnopqrst'
    await using cli = ringback([
      ...['start', '--json', '--port', '0', '--fixture', 'empty'],
      ...['--host', '0.0.0.0', '--token', token],
    ])
    const { port } = new URL((await cli.ready()).url)
    expect(listeningAddresses(cli.pid)).toEqual([`0.0.0.0:${port}`])
  })
})
