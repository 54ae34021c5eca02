// The vocabulary that models are written in: plain JSON Schema, so that checks, serialisers and documents all read it.
import { type Static, type TProperties, type TSchema, type TSchemaOptions, type TStringOptions, Type } from "typebox";

/** An object without a name of its own. Fields it does not list are refused in requests. */
export const Fields = <Properties extends TProperties>(properties: Properties, options: TSchemaOptions = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** An object that the wire knows by name. The name is kept as `title`, which survives `Optional` and `Nullable`. */
export const Model = <Properties extends TProperties>(name: string, properties: Properties) =>
  Fields(properties, { title: name });

/** Gives any other schema the name by which the wire knows it. */
export const named = <Schema extends TSchema>(name: string, schema: Schema) => Type.With(schema, { title: name });

// The values are named in the call: inferred, the static type would widen to any string or number.
export const Enumeration = <Values extends string[]>(values: readonly [...Values], options: TSchemaOptions = {}) =>
  Type.Enum<Values>(values, { type: "string", ...options });

/** A map from any key to one kind of value. */
export const MapOf = <Schema extends TSchema>(values: Schema) =>
  Type.Unsafe<Record<string, Static<Schema>>>({ type: "object", additionalProperties: values });

/**
 * May be sent as null, which on this wire means "not given". Checks drop such a field before anyone sees it, and answers
 * leave it out, so the static type has no null.
 */
export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.With(schema, { nullable: true });

/** A query or header parameter that has this value when the caller leaves it out. */
export const Default = <Schema extends TSchema, const Value extends Static<Schema>>(schema: Schema, value: Value) =>
  Type.With(schema, { default: value });

export const Uuid = (options: TStringOptions = {}) => Type.String({ format: "uuid", ...options });
export const DateTime = (options: TStringOptions = {}) => Type.String({ format: "date-time", ...options });
export const Mac = (options: TStringOptions = {}) => Type.String({ format: "mac", ...options });
export const Ipv4 = (options: TStringOptions = {}) => Type.String({ format: "ipv4", ...options });
export const Ipv6 = (options: TStringOptions = {}) => Type.String({ format: "ipv6", ...options });
export const Cidr = (options: TStringOptions = {}) => Type.String({ format: "cidr", ...options });
export const Ipv4Cidr = (options: TStringOptions = {}) => Type.String({ format: "ipv4-cidr", ...options });
export const IpAddress = (options: TStringOptions = {}) => Type.String({ format: "ip-address", ...options });
export const ImageReference = (options: TStringOptions = {}) => Type.String({ format: "image", ...options });
export const RendezvousIp = (options: TStringOptions = {}) => Type.String({ format: "rendezvous-ip", ...options });
export const Binary = Type.String({ format: "binary" });
export const Int32 = (options: TSchemaOptions = {}) => Type.Integer({ format: "int32", ...options });
export const Int64 = (options: TSchemaOptions = {}) => Type.Integer({ format: "int64", ...options });
export const Double = (options: TSchemaOptions = {}) => Type.Number({ format: "double", ...options });
