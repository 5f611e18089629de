/** The shell of the page is evaluated in a task of its own; what is imported after this file follows in the next task. */
import '../shell/shell.tsx'
import { nextTask } from '../../ui/loading/next-task.ts'

await nextTask()
