import { serviceStatuses } from './directory-rows.ts'

type ServiceStatus = (typeof serviceStatuses)[number]

/** Words of directories for what HSDS calls by another one. */
const sameAs: Record<string, ServiceStatus> = {
  open: 'active',
  available: 'active',
  closed: 'defunct',
  'permanently closed': 'defunct',
  discontinued: 'defunct',
  suspended: 'temporarily closed',
  'on hold': 'temporarily closed',
}

/** The status that a word means; null if it is not understood. */
export function readServiceStatus(said: string): ServiceStatus | null {
  const word = said
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
  return serviceStatuses.find((status) => status === word) ?? sameAs[word] ?? null
}
