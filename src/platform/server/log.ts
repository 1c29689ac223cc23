import { Logger } from 'graphile-worker'
import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino'

export type Log = PinoLogger

/**
 * Structured log lines on standard output. User input is never logged: requests are logged by route pattern, without
 * URL, body or headers, and errors without their parameters.
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
    // Asynchronous, so that a slow reader of the log does not block requests; on exit the process writes the rest.
    // Lines are buffered briefly, because a write costs as much as several lines.
    into ?? pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 200 }),
  )

const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const

export const jobLogger = (log: Log) =>
  new Logger(() => (level, message) => log[levels[level as keyof typeof levels] ?? 'debug']({ part: 'jobs' }, message))
