import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readReplyAddress, writeReplyAddress } from './reply-address.ts'

const keys = ['k'.repeat(32)]

it('F-24 a reply address says whose answer it takes, under a signature of 128 bits, in the 64 characters there are', () => {
  for (const visibility of ['public', 'internal'] as const)
    for (const ticketNumber of [1, 2 ** 31 - 1]) {
      const reply = { ticketNumber, accountId: randomUUID(), visibility }
      const address = writeReplyAddress(keys, 'in.test', reply)
      const [local = ''] = address.split('@')
      expect(local).toHaveLength(64)
      expect(readReplyAddress(keys, 'in.test', address.toUpperCase())).toEqual(reply)
      const signature = local.slice('reply+'.length + 32)
      for (let at = 0; at < signature.length; at++) {
        const other = signature[at] === 'a' ? 'b' : 'a'
        const forged = `${local.slice(0, 38 + at)}${other}${local.slice(39 + at)}@in.test`
        expect(readReplyAddress(keys, 'in.test', forged), forged).toBeNull()
      }
    }
})
