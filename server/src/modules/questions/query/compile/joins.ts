import { maximumJoins } from '@twinward/contracts/questions/query-definition';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Catalogue, CatalogueField, CatalogueRelation, CatalogueType } from '../catalogue/catalogue.ts';
import { toColumn } from '../catalogue/catalogue.ts';
import { findPath, type Path, refuse } from './path.ts';

/** A table in a statement, with its own alias. */
export interface JoinNode {
  alias: string;
  type: CatalogueType;
  parent: JoinNode | null;
  /**
   * The nearest node on the path to the source that can have several records per source record; null if none exists.
   */
  manyNode: JoinNode | null;
  /** Caption for error messages. */
  caption: string;
  children: Map<string, JoinNode>;
}

/** State shared by a statement and its subqueries: unique aliases, and the number of joins. */
export class JoinScope {
  readonly catalogue: Catalogue;
  /** Whether a path leads to records that the reader may not read. */
  isRestricted = false;
  #aliases = 0;
  #joins = 0;

  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue;
  }

  nextAlias(): string {
    this.#aliases += 1;
    return `t${this.#aliases}`;
  }

  countJoin(at: string): void {
    this.#joins += 1;
    if (this.#joins > maximumJoins)
      refuse(
        at,
        `A query walks at most ${maximumJoins} relationships. Please leave out some columns or filters.`,
      );
  }
}

const ofType = (node: JoinNode): RawBuilder<SqlBool> =>
  node.type.isOfType?.(node.alias) ?? sql<SqlBool>`true`;

/** Returns the condition of a join. Excludes records of types that the reader may not read. */
function joinCondition(scope: JoinScope, relation: CatalogueRelation, from: string, to: JoinNode) {
  if (!to.type.readable) {
    scope.isRestricted = true;
    return sql<SqlBool>`false`;
  }
  return sql<SqlBool>`${relation.on(from, to.alias)} and ${ofType(to)}`;
}

/** The tables of one `from` clause: a source, and the tables along paths from it, each joined once. */
export class JoinTree {
  readonly root: JoinNode;
  readonly scope: JoinScope;
  readonly #joins: RawBuilder<unknown>[] = [];
  readonly #table: RawBuilder<unknown>;

  /** @param table replaces the table of the type */
  constructor(scope: JoinScope, type: CatalogueType, table: RawBuilder<unknown> = sql.table(type.table)) {
    this.scope = scope;
    this.#table = table;
    this.root = {
      alias: scope.nextAlias(),
      type,
      parent: null,
      manyNode: null,
      caption: type.caption,
      children: new Map(),
    };
  }

  /** The nodes that can have several records per source record. */
  get manyNodes(): JoinNode[] {
    const found: JoinNode[] = [];
    const visit = (node: JoinNode) => {
      if (node.manyNode === node) found.push(node);
      for (const child of node.children.values()) visit(child);
    };
    visit(this.root);
    return found;
  }

  path(text: string, at: string): Path {
    return findPath(this.scope.catalogue, this.root.type, text, at);
  }

  /** Returns the node at the end of relations, and joins it if necessary. */
  join(relations: readonly CatalogueRelation[], at: string): JoinNode {
    return relations.reduce((node, relation) => this.#step(node, relation, at), this.root);
  }

  /** Follows relations that are joined or lead to one record. Returns the last node and the remaining relations. */
  reach(relations: readonly CatalogueRelation[], at: string): { node: JoinNode; rest: CatalogueRelation[] } {
    let node = this.root;
    for (const [index, relation] of relations.entries()) {
      const known = node.children.get(relation.name);
      if (!known && relation.many) return { node, rest: relations.slice(index) };
      node = known ?? this.#step(node, relation, at);
    }
    return { node, rest: [] };
  }

  #step(from: JoinNode, relation: CatalogueRelation, at: string): JoinNode {
    const known = from.children.get(relation.name);
    if (known) return known;
    const type = this.scope.catalogue.get(relation.type)!;
    const node = this.#add(from, relation.name, type, `${from.caption} - ${relation.caption}`, relation.many);
    this.scope.countJoin(at);
    if (!relation.through) {
      const on = joinCondition(this.scope, relation, from.alias, node);
      this.#joins.push(sql`left join ${sql.table(type.table)} as ${sql.ref(node.alias)} on ${on}`);
      return node;
    }
    const through = this.scope.nextAlias();
    const on = joinCondition(this.scope, relation, through, node);
    this.#joins.push(sql`left join (${sql.table(relation.through.table)} as ${sql.ref(through)}
      join ${sql.table(type.table)} as ${sql.ref(node.alias)} on ${on}) on ${relation.through.on(from.alias, through)}`);
    return node;
  }

  #add(parent: JoinNode, name: string, type: CatalogueType, caption: string, many: boolean): JoinNode {
    const node: JoinNode = {
      alias: this.scope.nextAlias(),
      type,
      parent,
      manyNode: null,
      caption,
      children: new Map(),
    };
    node.manyNode = many ? node : parent.manyNode;
    parent.children.set(name, node);
    return node;
  }

  /** Returns the SQL of a field of a node. */
  value(node: JoinNode, field: CatalogueField, at: string): RawBuilder<unknown> {
    if (!field.via) return field.sql(node.alias);
    const relation = { ...field.via, name: `${field.name}@`, caption: field.caption, many: false };
    return field.sql(this.#step(node, relation, at).alias);
  }

  /** Returns the SQL of the title of a node's records. */
  title(node: JoinNode, at: string): RawBuilder<unknown> {
    const { relations, field } = findPath(this.scope.catalogue, node.type, node.type.title, at);
    const end = relations.reduce((from, relation) => this.#step(from, relation, at), node);
    return sql`${this.value(end, field!, at)}::text`;
  }

  id(node: JoinNode): RawBuilder<unknown> {
    return toColumn(node.alias, node.type.id);
  }

  /** Returns the SQL of the row key of the source. */
  key(): RawBuilder<unknown> {
    const { alias, type } = this.root;
    const columns = (type.key ?? [type.id]).map((column) => toColumn(alias, column));
    return columns.length === 1 ? columns[0]! : sql`row(${sql.join(columns)})`;
  }

  /** Returns the content of the `from` clause. */
  from(): RawBuilder<unknown> {
    return sql`${this.#table} as ${sql.ref(this.root.alias)} ${sql.join(this.#joins, sql` `)}`;
  }

  /** Returns the condition for rows of the source type. */
  isOfType(): RawBuilder<SqlBool> {
    return ofType(this.root);
  }
}

/** A subquery of the records that a relation leads to. */
export interface Subquery {
  tree: JoinTree;
  /** Returns the condition that at least one record meets a condition on columns of the tree. */
  exists(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool>;
}

/** Creates a subquery of the records that a relation of a node leads to. Paths from them are joined in its own tree. */
export function createSubquery(
  scope: JoinScope,
  from: JoinNode,
  relation: CatalogueRelation,
  at: string,
): Subquery {
  const tree = new JoinTree(scope, scope.catalogue.get(relation.type)!);
  scope.countJoin(at);
  const { through } = relation;
  if (!through) {
    const on = joinCondition(scope, relation, from.alias, tree.root);
    return {
      tree,
      exists: (condition) => sql<SqlBool>`exists (select from ${tree.from()} where ${on} and ${condition})`,
    };
  }
  const alias = scope.nextAlias();
  const on = joinCondition(scope, relation, alias, tree.root);
  return {
    tree,
    exists: (condition) => sql<SqlBool>`exists (select from ${sql.table(through.table)} as ${sql.ref(alias)}
      join ${tree.from()} on ${on} where ${through.on(from.alias, alias)} and ${condition})`,
  };
}
