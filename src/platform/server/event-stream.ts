import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../schema/roles.ts'
import { actorOf } from './access.ts'
import { endCall } from './calls-first.ts'
import type { Database } from './database.ts'
import {
  BATCH,
  currentPosition,
  type DeliveredEvent,
  type EventHub,
  formatPosition,
  isAfter,
  type Position,
  parsePosition,
  readEvents,
} from './event-hub.ts'

const HEARTBEAT_MS = 15_000
/** The maximum number of streams per account and process. */
const MOST_STREAMS = 10

/** Finds what decides which events a session receives. Null once the session has ended. */
export type FindListener = (sessionId: string) => Promise<Listener | null>
type Listener = Pick<Actor, 'accountId' | 'organizationId' | 'roles'>

export const audienceOf = (listener: Listener) =>
  new Set([
    `account:${listener.accountId}`,
    ...(listener.organizationId ? [`organization:${listener.organizationId}`] : []),
    ...listener.roles.map((r) => `role:${r}`),
  ])

const idOf = (event: DeliveredEvent) => `id: ${formatPosition(event.position)}\n`
/** An early event has no ID: a tab that loses its stream then asks for what came before it, too. */
const frame = (event: DeliveredEvent) =>
  `${event.isEarly ? '' : idOf(event)}event: change\ndata: ${JSON.stringify({ type: event.type, subjectId: event.subjectId })}\n\n`

function beginAnswer(reply: FastifyReply) {
  reply.hijack()
  endCall(reply.request)
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
  })
  return reply.raw
}

/**
 * Writes events to one tab. If an event says that the tab's access changed, later events wait until the listener has
 * been read again; the stream ends if there is none.
 */
function createWriter(out: ServerResponse, actor: Actor, findListener: FindListener, end: () => void) {
  let audience = audienceOf(actor)
  // Holds events back until the replay is finished, so that none is missed in between.
  let held: DeliveredEvent[] | null = []
  // The hub may be behind the replay: it then delivers events that were already sent.
  let passed: Position | null = null
  /** The early events that were sent, until their turn comes. */
  const told = new Set<number>()
  const concernsAccess = ({ type, subjectId }: DeliveredEvent) =>
    type === 'access' && (subjectId === actor.accountId || subjectId === actor.impersonatorId)
  const isFor = (event: DeliveredEvent) => event.audience.some((a) => audience.has(a))

  /** The frame of an event for this tab. One that was sent early only moves the tab's position when its turn has come. */
  const write = (event: DeliveredEvent) => {
    const wasTold = told.has(event.position.id)
    if (event.isEarly) {
      if (isFor(event) || concernsAccess(event)) told.add(event.position.id)
    } else {
      told.delete(event.position.id)
      passed = event.position
    }
    if (!isFor(event)) return ''
    return wasTold ? `${idOf(event)}\n` : frame(event)
  }
  const send = (events: DeliveredEvent[]) => {
    const news = events.filter(
      (e) => (passed === null || isAfter(e.position, passed)) && !(e.isEarly && told.has(e.position.id)),
    )
    const at = news.findIndex((e) => concernsAccess(e) && !told.has(e.position.id))
    const ready = at < 0 ? news : news.slice(0, at + 1)
    out.write(ready.map(write).join(''))
    if (at < 0) return
    held = news.slice(at + 1)
    renew()
  }
  const release = () => {
    const waiting = held ?? []
    held = null
    send(waiting)
  }
  /** Reads the listener again. If that fails, the stream ends too, and the tab reconnects. */
  const renew = async () => {
    const listener = await findListener(actor.sessionId).catch(() => undefined)
    if (!listener) {
      // The session has ended: the last event that the tab may receive.
      out.write(
        (held ?? [])
          .filter((event) => event.type === 'session' && isFor(event))
          .map(frame)
          .join(''),
      )
      return end()
    }
    audience = audienceOf(listener)
    release()
  }
  return {
    take: (events: DeliveredEvent[]) => (held ? held.push(...events) : send(events)),
    /** Sends what was missed until `start`, then what arrived meanwhile. */
    begin: (start: Position, missed: DeliveredEvent[]) => {
      passed = start
      const last = missed.findLast(({ isEarly }) => !isEarly)?.position ?? start
      // What arrived while the missed events were read may be among them.
      const arrived = (held ?? []).filter((event) => isAfter(event.position, last))
      held = [...missed, ...arrived]
      release()
    },
    beat: async () => {
      if ((await findListener(actor.sessionId).catch(() => undefined)) === null) end()
      else out.write(': still here\n\n')
    },
  }
}

/**
 * Where a stream begins, and what its tab has missed. If that is too much, or the position is one of another database
 * (whose place this one took, for example after a restore), the tab loads everything again.
 */
async function findStart(database: Database, asked: Position | null) {
  if (!asked) return { start: await currentPosition(database), missed: [], mustReload: false }
  const { current, events } = await readEvents(database, asked)
  if (isAfter(asked, current)) return { start: current, missed: [], mustReload: true }
  return { start: asked, missed: events, mustReload: events.length >= BATCH }
}

/** Callbacks that end the open streams, by account, oldest first. */
class OpenStreams {
  private readonly byAccount = new Map<string, Map<() => void, ServerResponse>>()
  /** If an account has too many streams, ends the oldest and tells their tabs not to reconnect automatically. */
  add(accountId: string, end: () => void, out: ServerResponse) {
    const streams = this.byAccount.get(accountId) ?? new Map()
    this.byAccount.set(accountId, streams.set(end, out))
    for (const [endOldest, oldest] of [...streams].slice(0, Math.max(0, streams.size - MOST_STREAMS))) {
      oldest.write('event: full\ndata: {}\n\n')
      endOldest()
    }
  }
  delete(accountId: string, end: () => void) {
    const streams = this.byAccount.get(accountId)
    streams?.delete(end)
    if (streams?.size === 0) this.byAccount.delete(accountId)
  }
  endAll() {
    for (const streams of [...this.byAccount.values()]) for (const end of [...streams.keys()]) end()
  }
}

const StreamQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,20}-\d{1,15}$/)
    .optional()
    .describe(
      'Where to begin, as named by the header x-event-position of an earlier response; without it, now. Last-Event-ID takes precedence.',
    ),
})

/**
 * `GET /api/event/stream`: changes that the account may know about. Resumes after Last-Event-ID. Responses to those who
 * are signed in name the position before which they were read: a tab begins there, so that it misses nothing while its
 * stream opens.
 */
export function eventStream(
  app: FastifyInstance,
  options: { database: Database; hub: EventHub; findListener: FindListener },
) {
  const { database, hub, findListener } = options
  const open = new OpenStreams()
  app.addHook('preClose', async () => open.endAll())
  app.addHook('preHandler', async (request, reply) => {
    if (request.actor) reply.header('x-event-position', formatPosition(hub.position()))
  })

  const openStream = async (request: FastifyRequest, reply: FastifyReply) => {
    const actor = actorOf(request)
    const { after } = request.query as z.infer<typeof StreamQuery>
    const asked = parsePosition((request.headers['last-event-id'] as string | undefined) ?? after)
    const out = beginAnswer(reply)
    const end = () => {
      clearInterval(heartbeat)
      unlisten()
      open.delete(actor.accountId, end)
      out.end()
    }
    const writer = createWriter(out, actor, findListener, end)
    // Its tab reconnects with the position of the earlier database, and loads everything again.
    const unlisten = hub.listen(writer.take, end)
    const heartbeat = setInterval(writer.beat, HEARTBEAT_MS)
    open.add(actor.accountId, end, out)
    request.raw.once('close', end)
    try {
      const { start, missed, mustReload } = await findStart(database, asked)
      const id = formatPosition(start)
      out.write(`retry: 1000\nid: ${id}\nevent: ${mustReload ? 'reload' : 'ready'}\ndata: {}\n\n`)
      writer.begin(start, missed)
    } catch (error) {
      // A stream that fails to start would hold back all events, and its tab would wait forever; so the tab must
      // reconnect.
      request.log.warn({ err: error }, 'a stream of events could not begin')
      end()
    }
  }
  app.get(
    '/api/event/stream',
    {
      config: { access: 'signed-in', isPassive: true },
      schema: {
        tags: ['events'],
        summary: 'Server-sent events, resumable by Last-Event-ID',
        querystring: StreamQuery,
        produces: ['text/event-stream'],
      },
    },
    openStream,
  )
}
