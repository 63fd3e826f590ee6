import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sharedFolderNote } from './shared-folder.ts'

const EXT4 = 0xef53
const TMPFS = 0x01021994

describe('a store folder', () => {
  test.each([
    [0x6969, 'NFS'],
    [0x517b, 'SMB'],
    // On some systems, numbers of more than 31 bits come signed.
    [0xff534d42, 'SMB'],
    [0xff534d42 | 0, 'SMB'],
    [0x01021997, '9P'],
    [0x65735546, 'FUSE'],
  ])('on the file system %i is told to be on %s, with the way out (threat D14)', (type, name) => {
    const note = sharedFolderNote('/mnt/team/.ringback', { typeOf: () => type, platform: 'linux' })
    expect(note).toContain(`/mnt/team/.ringback is on a file system that may be of another machine (${name})`)
    expect(note).toMatch(/choose a folder of this machine with --store\.$/)
  })

  test.each(['Dropbox', 'OneDrive', 'OneDrive - Example Inc', 'Google Drive', 'iCloud Drive', 'Nextcloud'])(
    'in %s is told to be copied (threat D14)',
    part => {
      const note = sharedFolderNote(join('/home/me', part, 'crm/.ringback'), { typeOf: () => EXT4 })
      expect(note).toContain(`is in ${part}, which copies it`)
    },
  )

  test('on a share of Windows is told to be on another machine (threat D14)', () => {
    const note = sharedFolderNote('\\\\files\\team\\ringback', { typeOf: () => 0, platform: 'win32' })
    expect(note).toContain('is on another machine')
  })

  test.each([EXT4, TMPFS, 0x9123683e, 0x58465342])(
    'on a disk of this machine (%i) is not spoken of (without D14)',
    type => {
      expect(sharedFolderNote('/home/me/crm/.ringback', { typeOf: () => type, platform: 'linux' })).toBeUndefined()
    },
  )

  test('that is not there yet is judged by the folder above it', () => {
    const asked: string[] = []
    const typeOf = (path: string) => {
      asked.push(path)
      return EXT4
    }
    expect(sharedFolderNote(join(tmpdir(), 'not/there/yet'), { typeOf, platform: 'linux' })).toBeUndefined()
    expect(asked).toEqual([tmpdir()])
  })

  test('of a real temporary folder can be judged', () => {
    expect(() => sharedFolderNote(tmpdir())).not.toThrow()
  })
})
