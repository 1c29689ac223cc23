import freeMailDomains from 'free-email-domains'
import { parse } from 'tldts'
import { sharedHosts } from './data/shared-hosts.ts'

const sharedByAnybody = new Set([...freeMailDomains, ...sharedHosts])

/** Universities and schools give mailboxes to every student. */
const isSchool = (suffix: string) => /(^|\.)edu(\.|$)|^k12\./.test(suffix)

/** A host name that belongs to one owner: without `www.`, and its registered domain. */
export interface OwnDomain {
  host: string
  domain: string
}

/** The domain of a host, website or address; null if anyone may have a page or a mailbox there. */
export function findOwnDomain(hostOrUrl: string): OwnDomain | null {
  const { hostname, domain, publicSuffix, isIp } = parse(hostOrUrl.trim().toLowerCase(), { allowPrivateDomains: true })
  if (!hostname || !domain || !publicSuffix || isIp) return null
  const registered = parse(hostname).domain ?? domain
  const isShared = [hostname, domain, registered].some((name) => sharedByAnybody.has(name))
  return isShared || isSchool(publicSuffix) ? null : { host: hostname.replace(/^www\./, ''), domain }
}

/** The part of an address after its last @. */
export const mailHost = (email: string) => email.slice(email.lastIndexOf('@') + 1)
