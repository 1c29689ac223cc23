import { Logger } from 'graphile-worker'
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

export type Log = PinoLogger

/**
 * Structured lines on standard output. What people type never gets in: requests are logged by route pattern,
 * never by address, body or header, and errors without their parameters.
 */
export const createLog = (level: string, into?: DestinationStream): Log =>
  pino(
    {
      level,
      base: undefined,
      serializers: {
        err: (error: Error & { code?: string }) => ({
          type: error.name,
          code: error.code,
          message: error.message,
          stack: error.stack,
        }),
      },
    },
    // Written beside the work instead of in its midst: a slow reader of the log must not hold up requests. At its end the
    // process writes what is left. Lines are gathered for a moment, because each writing costs as much as several lines.
    into ?? pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }),
  )

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

export const jobLogger = (log: Log) =>
  new Logger(() => (level, message) => log[levels[level as keyof typeof levels] ?? 'debug']({ part: 'jobs' }, message))
