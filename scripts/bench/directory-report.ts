import { median, quantile } from './compare-timings.ts'
import { AT_ONCE, type Busy, type Download, type Edits, type Timed } from './measure-directory.ts'
import type { DirectorySize } from './seed-directory.ts'

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0))
const both = (values: number[]) => `${ms(median(values))} / ${ms(quantile(values, 0.95))}`
const count = (value: number) => value.toLocaleString('en')

function row({ name, goal, portal, bare, processor }: Timed) {
  const [late, ratio] = [quantile(portal, 0.95), median(portal) / median(bare)]
  const reached = goal === null ? '' : late <= goal ? `${goal}` : `${goal}, missed`
  return `| ${name} | ${ms(median(portal))} | ${ms(late)} | ${ms(processor)} | ${both(bare)} | ${ratio.toFixed(1)} | ${reached} |`
}

const busyRow = ({ name, times, perSecond }: Busy) => `| ${name} | ${both(times)} | ${perSecond.toFixed(1)} |`

const describeEdits = ({ saved, found }: Edits) =>
  `Saving a service took ${both(saved)} ms (median / 95th percentile of ${saved.length}), and it was found by its new name after ${both(found)} ms.`

const describeDownload = ({ services, seconds, memory }: Download) =>
  `All ${count(services)} services as NDJSON took ${seconds.toFixed(0)} s, ${count(Math.round(services / seconds))} services per second. The portal had ${memory.before.toFixed(0)} MB of memory before, and ${memory.most.toFixed(0)} MB at most.`

export interface Described {
  timed: Timed[]
  busy: Busy[]
  edits: Edits | null
  download: Download | null
  size: DirectorySize
  bytes: number
  times: number
  machine: string
  command: string
}

function describe({ timed, busy, edits, download, size, bytes, times, machine, command }: Described) {
  return [
    '# Benchmarks of the directory',
    '',
    `Made by \`${command}\` on ${new Date().toISOString().slice(0, 10)}. To try it in two minutes: \`npm run bench:directory -- --services 20000\`.`,
    '',
    machine,
    '',
    `${count(size.services)} services of ${count(size.organizations)} organizations at ${count(size.places)} places; the database has ${(bytes / 2 ** 30).toFixed(1)} GB.`,
    '',
    '## Calls',
    '',
    `One call at a time, ${times} of each kind, in milliseconds, each after it was made once unmeasured: what it reads is as near as in a portal that is in use. "Bare" is the simplest statement with the same filters, through a plain connection: no synonyms, no corrected spelling, no service areas, no rank. The processor time of a call is that of the portal and PostgreSQL together, which other work on the machine hardly changes. The goal is for the 95th percentile.`,
    '',
    '| call | median | 95th pct. | processor ms a call | bare, median / 95th pct. | portal ÷ bare | goal |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...timed.map(row),
    '',
    ...(busy.length
      ? [
          ...[`## ${AT_ONCE} calls at a time`, '', 'The times include waiting for the others.', ''],
          ...['| call | median / 95th pct. | calls a second |', '|---|---:|---:|', ...busy.map(busyRow), ''],
        ]
      : []),
    ...(edits ? ['## Saving', '', describeEdits(edits), ''] : []),
    ...(download ? ['## Download', '', describeDownload(download), ''] : []),
    '## How it is measured',
    '',
    "- The directory is made by the script and is the same in every run: organizations of very different sizes; six of ten in 55 cities, the others anywhere in the country; names and descriptions of English words that follow Zipf's law, with those of social services among the frequent ones; one or two categories, hours, languages, a telephone number, rules of eligibility and an intake status for a share of the services; an area for one in nine.",
    "- It is loaded with COPY, without triggers. What the search reads is made by the product's own functions.",
    '- The portal is the product as deployed, in a process of its own, on the embedded PostgreSQL. Only the clock of its directory is set to a Tuesday at 11 a.m. in New York, so that runs at different times of day compare, and it does not look for duplicates, which takes long the first time.',
    '- Places: twelve cities and eight villages. Words: what people look for, in fixed lists.',
    '- Portal, PostgreSQL and the caller share the cores, and everything fits in memory. There is no network and no TLS.',
    '',
  ].join('\n')
}

/** The page of the results; `row`: one line of its table. */
export const describeDirectory = Object.assign(describe, { row })
