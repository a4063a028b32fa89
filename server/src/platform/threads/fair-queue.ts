/** The user of a task. Its place in the queue and its limits depend on the user and the tenant. */
export interface Owner {
  tenant: string;
  user: number | string;
}

/** Limits on the numbers of running and waiting tasks. */
export interface Shares {
  /** Maximum number of running tasks. */
  running: number;
  runningPerTenant: number;
  runningPerUser: number;
  waiting: number;
  waitingPerUser: number;
}

interface Entry<Task> {
  owner: Owner;
  task: Task;
}

/**
 * Decides which task runs next. Tenants take turns, and so do the users of a tenant; the tasks of one user
 * run in order of arrival. A tenant or user at its limit of running tasks is skipped until one of them ends.
 */
export class FairQueue<Task> {
  readonly #shares: Shares;
  /** By tenant and user. Maps keep insertion order: the owner that was served last moves to the end. */
  readonly #waiting = new Map<string, Map<Owner['user'], Task[]>>();
  readonly #running: Entry<Task>[] = [];

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  /** Adds a task. Returns false, and adds nothing, if the queue is full for this owner. */
  add(owner: Owner, task: Task): boolean {
    const { waiting, waitingPerUser } = this.#shares;
    const ofUser = this.#waiting.get(owner.tenant)?.get(owner.user) ?? [];
    if (!this.#mayRun(owner) && (ofUser.length >= waitingPerUser || this.waiting >= waiting)) return false;
    const users = this.#waiting.get(owner.tenant) ?? new Map<Owner['user'], Task[]>();
    this.#waiting.set(owner.tenant, users.set(owner.user, [...ofUser, task]));
    return true;
  }

  /** Takes the next task that may run, or null. It counts as running until `end` is called. */
  take(): Task | null {
    for (const [tenant, users] of this.#waiting) {
      for (const [user, [task, ...rest]] of users) {
        const owner = { tenant, user };
        if (task === undefined || !this.#mayRun(owner)) continue;
        users.delete(user);
        this.#waiting.delete(tenant);
        if (rest.length > 0) users.set(user, rest);
        if (users.size > 0) this.#waiting.set(tenant, users);
        this.#running.push({ owner, task });
        return task;
      }
    }
    return null;
  }

  /** Removes an ended or canceled task; unknown tasks are ignored. */
  end(task: Task): void {
    const index = this.#running.findIndex((entry) => entry.task === task);
    if (index >= 0) {
      this.#running.splice(index, 1);
      return;
    }
    for (const [tenant, users] of this.#waiting) {
      for (const [user, tasks] of users) {
        const others = tasks.filter((one) => one !== task);
        if (others.length > 0) users.set(user, others);
        else users.delete(user);
      }
      if (users.size === 0) this.#waiting.delete(tenant);
    }
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    let count = 0;
    for (const users of this.#waiting.values()) for (const tasks of users.values()) count += tasks.length;
    return count;
  }

  #mayRun({ tenant, user }: Owner): boolean {
    const { running, runningPerTenant, runningPerUser } = this.#shares;
    const ofTenant = this.#running.filter(({ owner }) => owner.tenant === tenant);
    return (
      this.#running.length < running &&
      ofTenant.length < runningPerTenant &&
      ofTenant.filter(({ owner }) => owner.user === user).length < runningPerUser
    );
  }
}
