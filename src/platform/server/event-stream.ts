import type { FastifyInstance } from 'fastify'
import type { Actor } from '../schema/roles.ts'
import { actorOf } from './access.ts'
import type { Database } from './database.ts'
import {
  currentPosition,
  type DeliveredEvent,
  type EventHub,
  formatPosition,
  listEventsAfter,
  type Position,
  parsePosition,
} from './event-hub.ts'

const HEARTBEAT_MS = 15_000
/** A tab that was away longer than this many events is told to load everything anew. */
const MOST_REPLAYED = 500

export const audienceOf = (actor: Actor) =>
  new Set([
    `account:${actor.accountId}`,
    ...(actor.organizationId ? [`organization:${actor.organizationId}`] : []),
    ...actor.roles.map((r) => `role:${r}`),
  ])

const frame = (event: DeliveredEvent) =>
  `id: ${formatPosition(event.position)}\nevent: change\ndata: ${JSON.stringify({ type: event.type, subjectId: event.subjectId })}\n\n`

const isAfter = (a: Position, b: Position) =>
  BigInt(a.transaction) > BigInt(b.transaction) || (a.transaction === b.transaction && a.id > b.id)

/** `GET /api/event/stream`: what changed, for those who may know. Resumes after Last-Event-ID. */
export function eventStream(
  app: FastifyInstance,
  options: { database: Database; hub: EventHub; isStillSignedIn: (sessionId: string) => Promise<boolean> },
) {
  const { database, hub, isStillSignedIn } = options
  const open = new Set<() => void>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })
  app.get(
    '/api/event/stream',
    {
      config: { access: 'signed-in', isPassive: true },
      schema: {
        tags: ['events'],
        summary: 'Server-sent events, resumable by Last-Event-ID',
        produces: ['text/event-stream'],
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const audience = audienceOf(actor)
      const asked = parsePosition(request.headers['last-event-id'] as string | undefined)
      const isFor = (event: DeliveredEvent) => event.audience.some((a) => audience.has(a))
      reply.hijack()
      const out = reply.raw
      const headers = reply.getHeaders()
      out.writeHead(200, {
        ...(headers as Record<string, string>),
        'content-type': 'text/event-stream',
        'x-accel-buffering': 'no',
      })
      // Listen first and hold back, then replay: nothing falls between the two.
      let held: DeliveredEvent[] | null = []
      // The hub may still be on its way to what the replay has told already: each event goes once.
      let passed: Position | null = null
      const send = (events: DeliveredEvent[]) => {
        const news = events.filter((e) => passed === null || isAfter(e.position, passed))
        passed = news.at(-1)?.position ?? passed
        out.write(news.filter(isFor).map(frame).join(''))
      }
      const unlisten = hub.listen((events) => (held ? held.push(...events) : send(events)))
      const heartbeat = setInterval(async () => {
        if (await isStillSignedIn(actor.sessionId).catch(() => true)) out.write(': still here\n\n')
        else end()
      }, HEARTBEAT_MS)
      const end = () => {
        clearInterval(heartbeat)
        unlisten()
        open.delete(end)
        out.end()
      }
      open.add(end)
      request.raw.once('close', end)
      try {
        const start = asked ?? (await currentPosition(database))
        const missed = asked ? await listEventsAfter(database, asked) : []
        out.write(
          missed.length >= MOST_REPLAYED
            ? 'event: reload\ndata: {}\n\n'
            : `retry: 1000\nid: ${formatPosition(start)}\nevent: ready\ndata: {}\n\n`,
        )
        passed = start
        send(missed)
        send(held)
        held = null
      } catch (error) {
        // A stream that does not begin would hold back every event, and its tab would wait for ever; so it comes again.
        request.log.warn({ err: error }, 'a stream of events could not begin')
        end()
      }
    },
  )
}
