import { pino } from 'pino'
import { z } from 'zod'
import { type DatabaseAddress, migrate, openDatabase } from '../../../platform/database/index.ts'
import { type JobData, Jobs, type QueueName } from '../../../platform/jobs/index.ts'
import { queues } from '../../../platform/jobs/queues.ts'
import { scheduleAllRentals } from '../../rentals/index.ts'
import { notifyVipChanges } from '../../vip/index.ts'
import { BackupRefused } from '../backup-errors.ts'

/** What waited to be done. */
export interface WaitingJob {
  queue: string
  data: Record<string, unknown>
}

const jobSchema = z.object({ queue: z.string(), data: z.record(z.string(), z.unknown()) })

/** Reads the lines of the jobs that waited. Throws BackupRefused. */
export function readJobs(lines: string): WaitingJob[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const read = jobSchema.safeParse(parse(line))
      if (!read.success) throw new BackupRefused('the backup is damaged: its jobs cannot be read')
      return read.data
    })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/**
 * Resumes what was in progress: waiting jobs are put into their queues again, every VIP is delivered to game
 * servers again, since what they received meanwhile is unknown, and every rental is reconciled. All other due
 * work is in rows with its time (payments, refunds, reminders), and cron fills its queues itself. Returns how
 * many jobs wait.
 */
export async function resumeJobs(address: DatabaseAddress, waiting: readonly WaitingJob[]): Promise<number> {
  await migrate(address)
  const log = pino({ level: 'silent' })
  const database = openDatabase(address, log, 3)
  const jobs = new Jobs(database, log)
  try {
    await jobs.start()
    return await database.transaction().execute(async (tx) => {
      let count = 0
      for (const { queue, data } of waiting) {
        if (!isQueue(queue)) continue
        await jobs.enqueue(tx, queue, data as JobData[typeof queue])
        count += 1
      }
      await notifyVipChanges(tx)
      await scheduleAllRentals(tx)
      return count
    })
  } finally {
    await jobs.stop()
    await database.destroy()
  }
}

/** A queue of an older version may be gone. */
const isQueue = (name: string): name is QueueName => Object.hasOwn(queues, name)
