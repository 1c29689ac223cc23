import { expect, it } from 'vitest'
import { networkOf, siteOf } from './network-of.ts'

it('F-08 counts an IPv4 address by itself and an IPv6 address by its /64, with the /56 beside it', () => {
  expect([networkOf('203.0.113.7'), siteOf('203.0.113.7')]).toEqual(['203.0.113.7', null])
  for (const address of ['2001:db8:1:2fa::1', '2001:0DB8:0001:02FA:ffff:ffff:ffff:ffff', '2001:db8:1:2fa::9%eth0'])
    expect([networkOf(address), siteOf(address)]).toEqual(['2001:db8:1:2fa::/64', '2001:db8:1:200::/56'])
  expect(networkOf('2001:db8:1:2fb::1')).not.toBe(networkOf('2001:db8:1:2fa::1'))
})

it('F-08 knows an IPv4 address in each of its IPv6 forms', () => {
  for (const form of [
    '::ffff:203.0.113.7',
    '::ffff:cb00:7107',
    '2002:cb00:7107:1234::9',
    '2001:0:1234:5678:8000:63bf:34ff:8ef8',
  ])
    expect([form, networkOf(form)]).toEqual([form, '203.0.113.7'])
})

it('F-08 leaves what is no address as it is', () => {
  for (const text of ['', 'unknown', '1.2.3', '::1::2']) expect(networkOf(text)).toBe(text)
})
