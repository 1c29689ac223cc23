import { expect, it } from 'vitest'
import { findOwnDomain } from './address-domain.ts'

it.each([
  ['https://www.cedar-legal.org/about', 'cedar-legal.org', 'cedar-legal.org'],
  ['mail.cedar-legal.co.uk', 'mail.cedar-legal.co.uk', 'cedar-legal.co.uk'],
  ['https://cedar.github.io', 'cedar.github.io', 'cedar.github.io'],
])('F-01 D-REG-1 finds the domain that the owner of %s registered', (given, host, domain) => {
  expect(findOwnDomain(given)).toEqual({ host, domain })
})

it.each([
  'gmail.com',
  'yahoo.es',
  'https://www.facebook.com/cedarlegal',
  'https://sites.google.com/view/cedar',
  'https://cedar.weebly.com',
  'https://cedar.wordpress.com',
  'https://cedar.wixsite.com/home',
  'https://clinic.buffalo.edu',
  'https://lincoln.k12.ny.us',
  'http://192.0.2.7/',
  'localhost',
  '',
  'not a host',
])('F-01 D-REG-1 takes no domain from “%s”, where anybody may have a page or a mailbox', (given) => {
  expect(findOwnDomain(given)).toBeNull()
})
